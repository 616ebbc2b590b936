import { hash } from "node:crypto";
import react from "@vitejs/plugin-react";
import subsetFont from "subset-font";
import { defineConfig, type Plugin } from "vite";
import packageJson from "../package.json" with { type: "json" };

/** The service that the dev server passes requests on to. */
const service = process.env.EXPLORER_SERVICE ?? "http://127.0.0.1:3000";
const passedOn = ["/api", "/openapi.json", "/docs", "/problems"];
/** These paths and those below them, but not `/api-keys`. */
const pathOf = (path: string): string => `^${path.replace(".", "\\.")}(?:[/?]|$)`;

/** Nothing is painted before the script has chosen the theme. */
const paintsWithTheme: Plugin = {
  name: "paints-with-theme",
  transformIndexHtml: {
    order: "post",
    handler: (html) => html.replace('<script type="module"', '<script type="module" blocking="render"'),
  },
};

/** The weights and widths that the pages use: of the main font, these are less than half of its file. */
const AXES = { wght: { min: 320, max: 680 }, wdth: { min: 88, max: 100 } };
const isFont = (name: string): boolean => name.endsWith(".woff2");
/** The font of all words in Latin letters, which every page has. */
const MAIN_FONT = /archivo-latin-wdth-\S+\.woff2$/;

/** Cuts the fonts to what the pages use, and has the main one loaded beside the scripts. */
const cutsFonts: Plugin = {
  name: "cuts-fonts",
  async generateBundle(_, bundle) {
    for (const asset of Object.values(bundle)) {
      if (asset.type !== "asset" || !isFont(asset.fileName)) continue;
      const { wght, wdth } = AXES;
      const axes = asset.fileName.includes("-wdth-") ? { wght, wdth } : { wght };
      const settings = { targetFormat: "woff2", keepAllGlyphs: true, variationAxes: axes } as const;
      asset.source = await subsetFont(Buffer.from(asset.source), undefined, settings);
    }
  },
  transformIndexHtml: {
    order: "post",
    handler: (_, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) => MAIN_FONT.test(name))
        .map((name) => ({
          tag: "link",
          attrs: { rel: "preload", as: "font", type: "font/woff2", crossorigin: true, href: `/${name}` },
          injectTo: "head",
        })),
  },
};

/** Names a font by how it is cut, too, so that browsers do not keep another cut of it. */
function assetName({
  names,
  source,
}: {
  readonly names: readonly string[];
  readonly source: string | Uint8Array;
}): string {
  if (!isFont(names[0] ?? "")) return "-/assets/[name]-[hash][extname]";
  const content = hash("sha256", Buffer.concat([Buffer.from(source), Buffer.from(JSON.stringify(AXES))]));
  return `-/assets/[name]-${content.slice(0, 8)}[extname]`;
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), paintsWithTheme, cutsFonts],
  // Code that the pages show names it.
  define: { "import.meta.env.CLIENT_PACKAGE": JSON.stringify(packageJson.name) },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    // `-` is neither an id nor the name of a collection, so no page has these addresses.
    assetsDir: "-/assets",
    manifest: true,
    // The policy allows no data in fonts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
    rolldownOptions: {
      output: {
        assetFileNames: assetName,
        // Each page needs all of these at once: two files instead of thirty. Libraries change less often.
        codeSplitting: {
          groups: [
            { name: "libraries", test: /node_modules/, tags: ["$initial"] },
            { name: "frame", tags: ["$initial"] },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(passedOn.map((path) => [pathOf(path), { target: service, changeOrigin: true }])),
  },
});
