/** The part of subset-font that the builds use: it has no types of its own. */
declare module "subset-font" {
  interface Range {
    readonly min: number;
    readonly max: number;
  }
  /** @param text the characters to keep; undefined with `keepAllGlyphs` */
  export default function subsetFont(
    font: Buffer,
    text: string | undefined,
    options: {
      readonly targetFormat: "truetype" | "woff2";
      readonly keepAllGlyphs?: boolean;
      readonly variationAxes: Readonly<Record<string, number | Range>>;
    },
  ): Promise<Buffer>;
}
