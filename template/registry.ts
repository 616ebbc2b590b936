/** What the service serves: space missions, and what is declared here. */
import { collection, fields, registry } from "space-missions-api";

const { date, decimal, oneOf, reference, text } = fields;

/** At `/api/rockets`. */
const rockets = collection("rockets", {
  one: "rocket",
  about: "Rockets, and what they can carry.",
  fields: {
    name: text().required().listed(),
    state: oneOf("in_service", "retired").default("in_service").listed(),
    payload_kg: decimal().above(0).listed(),
    first_flight: date(),
    last_flight: date(),
  },
  rules: {
    last_flight: {
      "The last flight is not before the first.": ({ first_flight, last_flight }) =>
        !first_flight || !last_flight || first_flight <= last_flight,
    },
  },
});

export default registry({
  title: "My space missions",
  resources: [rockets],
  // Each mission says which rocket launched it.
  extend: { missions: { fields: { rocket: reference("rockets") }, columns: ["rocket"] } },
  // A new database gets these and the built-in records. One with the id of a built-in record changes that record.
  data: {
    rockets: [{ id: "saturn-v", name: "Saturn V", state: "retired", payload_kg: 140_000, first_flight: "1967-11-09" }],
    missions: [{ id: "apollo-11", rocket: "saturn-v" }],
  },
});
