import "@fontsource-variable/archivo/wdth.css";
import "@fontsource-variable/spline-sans-mono/wght.css";
import "../style/tokens.css";
import "../style/base.css";
import "../style/components.css";
import "../style/frame.css";
import "../style/home.css";
import "../style/palette.css";
import "../style/panel.css";
import "../style/list.css";
import "../style/forms.css";
import "../style/bulk.css";
import "../style/past.css";
import "../style/record.css";
import "../style/print.css";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { applyLocale } from "./components/frame/reader-locale.ts";
import { applyTheme } from "./components/frame/theme.ts";
import { meQuery } from "./requests/caller.tsx";
import { descriptionQuery } from "./requests/description.ts";
import { queries } from "./requests/queries.ts";

// Whatever page it is, it needs these.
void queries.prefetchQuery(descriptionQuery);
void queries.prefetchQuery(meQuery);
applyTheme();
applyLocale();
createRoot(document.getElementById("root")!).render(<App />);
