import react from "@vitejs/plugin-react";
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

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), paintsWithTheme],
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
