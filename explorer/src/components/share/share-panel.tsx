/** The ways to share a page: its address, a citation, files, a frame for other sites. */
import "../../../style/share.css";
import { type ReactNode, useState } from "react";
import { atMoment } from "../../address/moment.ts";
import { type PictureFormat, pictureAddress } from "../../address/picture-file.ts";
import { useDescription } from "../../description/use-description.tsx";
import { useDating } from "../../requests/past/dating.ts";
import { useGet, withKey } from "../../requests/queries.ts";
import { Button } from "../button.tsx";
import { CopyButton } from "../copy.tsx";
import { fileName, saveFile } from "../export/save-file.ts";
import { isDark } from "../frame/theme.ts";
import { bibtexOf, sentenceOf } from "./citation.ts";
import { embedOf } from "./embed.ts";

/** A page that is shared. */
export interface SharedPage {
  /** Its title, as a citation has it. */
  readonly title: string;
  /** The path of the list or the record in the API. */
  readonly path: string;
  /** Whether what it shows has a past, so that a citation can name the day. */
  readonly hasPast: boolean;
  /** The kind of its picture; undefined if it shows none. */
  readonly picture?: string | undefined;
  /** Whether other sites may show it in a frame; by default, if it shows a picture. */
  readonly isFramable?: boolean;
  /** Saves what is drawn as CSV; undefined if nothing is. */
  readonly saveCsv?: (() => void) | undefined;
}

/** The content of the popover. */
export default function SharePanel({
  title,
  path,
  hasPast,
  picture,
  isFramable = picture !== undefined,
  saveCsv,
}: SharedPage) {
  const { title: site, isPastPublic } = useDescription();
  const { moment } = useDating();
  const { data } = useGet("/api", { poll: false });
  const factsOf: string | undefined = data?.data.data_as_of;
  const day = new Date().toISOString().slice(0, "2000-01-01".length);
  const { href } = location;
  const cited = { site, title, factsOf, day, address: hasPast && moment === undefined ? atMoment(href, day) : href };
  const [failure, setFailure] = useState<Error>();
  const [drawing, setDrawing] = useState<PictureFormat>();
  const save = async (format: PictureFormat) => {
    setDrawing(format);
    setFailure(undefined);
    try {
      const address = pictureAddress(path, `${picture}.${format}`, location, isDark());
      saveFile(fileName(path, picture!, format), await withKey((api) => api.file(address)));
    } catch (error) {
      setFailure(error as Error);
    }
    setDrawing(undefined);
  };
  const file = (format: PictureFormat, about: string) => (
    <Way name={format.toUpperCase()} about={about}>
      <Button small icon="export" disabled={drawing !== undefined} onClick={() => void save(format)}>
        {drawing === format ? "Drawing …" : `Save ${format.toUpperCase()}`}
      </Button>
    </Way>
  );
  return (
    <>
      <Way name="Link" about="the page as it is now">
        <CopyButton small text={href}>
          Copy link
        </CopyButton>
      </Way>
      <Way
        name="Citation"
        about={hasPast ? `its link keeps to this day${isPastPublic ? "" : "; opening it takes a key"}` : "with the day"}
      >
        <CopyButton small text={sentenceOf(cited)}>
          Copy citation
        </CopyButton>
        <CopyButton small text={bibtexOf(cited)}>
          Copy BibTeX
        </CopyButton>
      </Way>
      <Example text={sentenceOf(cited)} />
      {picture && file("png", "1,200 pixels wide; title, legend and source are in the picture")}
      {picture && file("svg", "text stays text, for print and slides")}
      {saveCsv && (
        <Way name="CSV" about="what is drawn">
          <Button small icon="export" onClick={saveCsv}>
            Save CSV
          </Button>
        </Way>
      )}
      {isFramable && (
        <>
          <Way name="Embed" about="a live frame, on sites that the operator allows">
            <CopyButton small text={embedOf(href, title)}>
              Copy HTML
            </CopyButton>
          </Way>
          <Example text={embedOf(href, title)} />
        </>
      )}
      {failure && (
        <p className="msg" role="alert">
          {failure.message}
        </p>
      )}
    </>
  );
}

/** A way to share: its name, what it gives, and its buttons. */
function Way({
  name,
  about,
  children,
}: {
  readonly name: string;
  readonly about: string;
  readonly children: ReactNode;
}) {
  return (
    <section className="share-item">
      <h2>{name}</h2>
      <p className="small soft">{about}</p>
      <span className="btns">{children}</span>
    </section>
  );
}

function Example({ text }: { readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <pre tabIndex={0}>{text}</pre>
  );
}
