/** The search of the home page: the palette, in its place. */
import { lazy, useEffect, useRef, useState } from "react";
import type { View } from "../../../../kit/description/model.ts";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { Lazy } from "../../components/lazy.tsx";
import { TypedAhead } from "../../components/palette/typed-ahead.tsx";
import type { Pictured } from "./pictures.ts";
import { useExamples } from "./use-examples.ts";

const Palette = lazy(() => import("../../components/palette/palette.tsx"));

/** A field that opens the palette where it is, and queries to begin with. */
export function Search(props: { readonly views: readonly View[]; readonly timeline: Pictured | undefined }) {
  const examples = useExamples(props);
  const [initial, setInitial] = useState<string>();
  const isOpen = initial !== undefined;
  const place = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !place.current?.contains(target)) setInitial(undefined);
    };
    const events = ["focusin", "pointerdown"];
    for (const event of events) document.addEventListener(event, leave);
    return () => {
      for (const event of events) document.removeEventListener(event, leave);
    };
  }, [isOpen]);
  const close = () => {
    setInitial(undefined);
    // The button takes the place of the palette.
    requestAnimationFrame(() => button.current?.focus());
  };
  const field = (
    <button ref={button} type="button" className="find" aria-expanded={isOpen} onClick={() => setInitial("")}>
      <Icon name="search" size={20} />
      <span>Search names, words, days …</span>
      <kbd>/</kbd>
    </button>
  );
  return (
    <search ref={place}>
      <div className="find-in">
        {isOpen ? (
          <>
            <TypedAhead />
            <Lazy meanwhile={field}>
              <Palette key={initial} inPlace={{ initial, onClose: close }} />
            </Lazy>
          </>
        ) : (
          field
        )}
      </div>
      <p className="examples">
        {examples.length > 0 && "For example"}
        {examples.map((example) => (
          <Button key={example} look="bare" small onClick={() => setInitial(example)}>
            {example}
          </Button>
        ))}
      </p>
    </search>
  );
}
