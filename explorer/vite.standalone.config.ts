/** Builds what the service draws pictures with: a script for a thread, a rasterizer, and fonts as that reads them. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";
import { defineConfig, type Plugin } from "vite";

const fromRoot = (path: string): string => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));

/** The weights and widths of words in pictures. */
const CUTS = [
  { wght: 420, wdth: 88 },
  { wght: 600, wdth: 88 },
  { wght: 420, wdth: 100 },
  { wght: 600, wdth: 100 },
] as const;
const SUBSETS = ["latin", "latin-ext", "vietnamese"] as const;
/** All characters from the space to the minus sign, as far as the font has them. */
const [FIRST, LAST] = [0x20, 0x2212];
const CHARACTERS = Array.from({ length: LAST - FIRST + 1 }, (_, index) => String.fromCharCode(FIRST + index)).join("");

/** Each cut of the variable font as a font of its own: the rasterizer knows no axes. */
const fonts: Plugin = {
  name: "fonts-of-pictures",
  async generateBundle() {
    this.emitFile({
      type: "asset",
      fileName: "rasterizer.wasm",
      source: readFileSync(fromRoot("@resvg/resvg-wasm/index_bg.wasm")),
    });
    for (const subset of SUBSETS) {
      const font = readFileSync(fromRoot(`@fontsource-variable/archivo/files/archivo-${subset}-standard-normal.woff2`));
      for (const cut of CUTS) {
        const source = await subsetFont(font, CHARACTERS, { targetFormat: "truetype", variationAxes: cut });
        this.emitFile({ type: "asset", fileName: `${subset}-${cut.wght}-${cut.wdth}.ttf`, source });
      }
    }
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [fonts],
  ssr: { noExternal: true },
  build: {
    ssr: "src/standalone/thread.ts",
    emptyOutDir: true,
    copyPublicDir: false,
    minify: true,
    rolldownOptions: { output: { entryFileNames: "thread.js" } },
  },
});
