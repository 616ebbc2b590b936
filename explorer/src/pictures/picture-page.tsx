/** The page of a picture of a list. Each picture is loaded when it is opened. */
import { type ComponentType, lazy, Suspense } from "react";
import type { Picture, View } from "../../../kit/description/model.ts";
import { titleOf } from "../../../kit/description/pages/pictures.ts";
import { NoPage } from "../components/problem/no-page.tsx";
import { PictureSkeleton } from "./parts/picture-skeleton.tsx";
import type { PictureProps } from "./picture.ts";

const PAGES: Partial<Record<Picture["kind"], ComponentType<PictureProps>>> = {
  timeline: lazy(() => import("./timeline/page.tsx")),
  presence: lazy(() => import("./presence/page.tsx")),
  scale: lazy(() => import("./scale/page.tsx")),
  series: lazy(() => import("./series/page.tsx")),
  bars: lazy(() => import("./bars/page.tsx")),
};

/** A picture of a list, by its kind. */
export function PicturePage({ view, kind, path, search }: { view: View; kind: string; path: string; search: string }) {
  const picture = view.pictures.find((each) => each.kind === kind);
  const Drawn = picture && PAGES[picture.kind];
  if (!Drawn) return <NoPage />;
  return (
    <Suspense fallback={<Loading title={titleOf(picture, view)} />}>
      <Drawn view={view} picture={picture} path={path} search={search} />
    </Suspense>
  );
}

/** Shown until the code of a picture is loaded. */
function Loading({ title }: { readonly title: string }) {
  return (
    <>
      <header className="head">
        <h1>{title}</h1>
      </header>
      <PictureSkeleton />
    </>
  );
}
