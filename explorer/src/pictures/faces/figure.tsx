/** The frame of a face: its title, what leads on, the drawing in the width of the page, and how to read it. */
import "../../../style/pictures.css";
import type { ReactNode } from "react";
import { Link } from "../../description/past/link.tsx";
import { useSize } from "../parts/use-size.ts";
import { SvgDrawing } from "../svg/drawing.tsx";
import type { Drawing } from "../svg/node.ts";
import "../../../style/pictures.css";

/** Props of `FaceFigure`. */
export interface FaceFigureProps {
  readonly title: string;
  /** Pages on which there is more, by their names. */
  readonly more?: Readonly<Record<string, string>>;
  readonly legend?: ReactNode;
  /** Draws it in a width, in pixels; undefined while its data are loaded, and its height is kept free. */
  readonly draw: ((width: number) => Drawing) | undefined;
  /** The height that is kept free meanwhile, in pixels. */
  readonly height: number;
  readonly caption?: ReactNode;
}

/** A face. */
export function FaceFigure({ title, more = {}, legend, draw, height, caption }: FaceFigureProps) {
  const [measured, size] = useSize<HTMLDivElement>();
  return (
    <figure className="face" aria-busy={draw === undefined || undefined}>
      <header>
        <h2>{title}</h2>
        <span className="more">
          {Object.entries(more).map(([name, page]) => (
            <Link key={name} to={page}>
              {name}
            </Link>
          ))}
        </span>
      </header>
      {legend}
      <div ref={measured} style={{ minHeight: draw && size ? undefined : height }}>
        {draw && size && <SvgDrawing drawing={draw(size.width)} />}
      </div>
      {caption && <figcaption className="caption">{caption}</figcaption>}
    </figure>
  );
}
