/** Sources: the publications that records cite, and the identifiers that records have elsewhere. */
import { collection } from "../../engine/declare/declare.ts";
import { date, list, longText, object, reference, text, url } from "../../engine/declare/fields.ts";

export const sources = collection("sources", {
  one: "source",
  about: "Publications that records cite: catalogs, tables, papers, pages.",
  fields: {
    title: text().required().listed(),
    publisher: text().listed().about("Who publishes it: an agency, a journal, a person."),
    url: url().listed().about("Where it can be read."),
    licence: text().listed().about("The licence of its contents, such as `CC BY 4.0`."),
    retrieved_on: date().listed().about("The day on which it was read, or the day of the copy that was read."),
    notes: longText(),
  },
  page: {
    lead: ["publisher", "url", { field: "licence", label: "License" }, { field: "retrieved_on", label: "Read on" }],
    columns: ["title", "publisher", "licence", "retrieved_on", "url"],
    order: "title",
  },
  links: {
    cited_by_missions: "missions?source={id}",
    cited_by_astronauts: "astronauts?source={id}",
    cited_by_spacecraft: "spacecraft?source={id}",
    cited_by_space_stations: "space-stations?source={id}",
    cited_by_planets: "planets?source={id}",
    cited_by_moons: "moons?source={id}",
    cited_by_organizations: "organizations?source={id}",
  },
});

/** Where the values of a record come from. */
export function citations() {
  const citation = object({
    source_id: reference("sources").required(),
    fields: list(text()),
    locator: text(),
  });
  return list(citation)
    .upTo(50)
    .about(
      "Where its values come from: a source, the names of the fields that it states (none for the whole record), and the place in the source.",
    )
    .keyed({
      parameter: "source",
      about: "The id of a source that it cites.",
      members: ["source_id"],
      to: "sources",
      fieldsIn: "fields",
    });
}

/** The identifiers of a record in other catalogs. */
export function identifiers() {
  const identifier = object({ scheme: text().upTo(50).required(), value: text().required() });
  return list(identifier)
    .upTo(50)
    .about(
      "Its identifiers elsewhere: in Wikidata (scheme `wikidata`), the COSPAR designation (`cospar`), the NORAD catalog number (`norad`), the id in NSSDCA (`nssdca`) or in SPICE (`naif`), or any other.",
    )
    .keyed({
      parameter: "identifier",
      about: "An identifier with its scheme, such as `wikidata:Q42`, in any case.",
      members: ["scheme", "value"],
      unique: true,
    });
}
