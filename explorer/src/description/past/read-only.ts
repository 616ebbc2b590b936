/** A service whose records can be read, but not written. */
import type { Description, View } from "../../../../kit/description/model.ts";

/** Returns the description of a service without its writes: as what is past is shown. */
export function readOnly(description: Description): Description {
  const views = new Map(description.views.map((view) => [view, withoutWrites(view)]));
  const of = (view: View | undefined) => view && views.get(view);
  return {
    ...description,
    views: [...views.values()],
    collections: description.collections.map((view) => of(view)!),
    at: (path) => {
      const place = description.at(path);
      return place && { ...place, view: of(place.view)! };
    },
    list: (path) => of(description.list(path)),
    home: (resource) => of(description.home(resource)),
  };
}

function withoutWrites(view: View): View {
  const isRead = (method: string) => method === "GET";
  return {
    ...view,
    writable: { create: [], update: [] },
    methods: view.methods.filter(isRead),
    itemMethods: view.itemMethods.filter(isRead),
  };
}
