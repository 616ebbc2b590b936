/**
 * A domain that has nothing to do with space, to prove that the engine knows no domain: a registry outside the package, which
 * knows nothing but what the package exports.
 */
import { collection, fields, hooks, membership, pictures, registry, single } from "space-missions-api";

const { anyObject, boolean, count, date, decimal, duration, instant } = fields;
const { integer, lifecycle, list, longText, object, oneOf, reference, text } = fields;

export const universities = collection("universities", {
  one: "university",
  about: "Places of learning.",
  fields: {
    name: text().required().listed(),
    founded_on: date().listed(),
    city: text(),
    department_count: count("departments"),
    course_count: count("courses"),
  },
});

export const departments = collection("departments", {
  of: universities,
  one: "department",
  flat: true,
  about: "Parts of a university.",
  fields: { name: text().required().listed(), budget: decimal().atLeast(0), head: text().default("vacant") },
});

export const charter = single("founding-charter", {
  of: universities,
  one: "founding_charter",
  about: "The document that a university was founded by.",
  fields: { signed_on: date().required(), text: longText(), articles: list(text()) },
});

export const courses = collection("courses", {
  one: "course",
  about: "Taught by a department; found by the university as well.",
  fields: {
    title: text().required().listed(),
    university_id: reference("universities").counted().required().listed(),
    department_id: reference("departments").counted().listed(),
    seats: integer().atLeast(0).orCount("enrolments", "course_full"),
    status: lifecycle("draft", { draft: ["open"], open: ["closed", "draft"], closed: [] }).listed(),
    follows: reference("courses").acyclic(),
    starts_at: instant(),
    ends_at: instant(),
    session_length: duration(),
    room: object({ building: text().required(), floor: integer() }),
    extra: anyObject(1_024),
  },
  pictures: [pictures.timeline({ from: "starts_at", to: "ends_at", colour: "status", lanes: ["university_id"] })],
  rules: {
    ends_at: { "A course ends after it starts.": (c) => !c.starts_at || !c.ends_at || c.starts_at < c.ends_at },
  },
});

export const students = collection("students", {
  one: "student",
  about: "People who learn.",
  fields: { name: text().required().listed(), email: text(), credits: integer().derived() },
});

export const grades = collection("grades", {
  of: students,
  one: "grade",
  private: "grades",
  about: "What a student was given. Private.",
  fields: { subject: text().required().listed(), points: integer().atLeast(0).atMost(100).required() },
});

export const enrolments = membership("enrolments", {
  of: courses,
  member: students,
  one: "enrolment",
  segment: "students",
  aliases: ["enrolled"],
  about: "Who takes which course.",
  fields: { seat: text().listed(), paid: boolean().default(false).listed() },
  shows: ["name"],
  pictures: [pictures.presence({ from: "starts_at", to: "ends_at", role: "seat" })],
  links: { profile: "students/{id}" },
  reverse: { segment: "courses", shows: ["title", "status"], showsOwn: ["seat"], links: { self: "courses/{id}" } },
});

export const manufacturers = collection("manufacturers", {
  one: "manufacturer",
  about: "Makers of things.",
  fields: { name: text().required().listed(), country: text() },
});

export const cameras = collection("cameras", {
  one: "camera",
  about: "Cameras, each by one manufacturer.",
  fields: {
    model: text().required().listed(),
    manufacturer_id: reference("manufacturers").listedAs("cameras").counted().required().listed(),
    megapixels: decimal().above(0),
    mount: oneOf("E", "Z", "RF", "none").default("none"),
    codes: list(object({ system: text().required(), code: text().required(), since: date() })).keyed({
      parameter: "code",
      about: "A code with its system.",
      members: ["system", "code"],
      unique: true,
    }),
    rivals: list(object({ manufacturer_id: reference("manufacturers").required(), aspects: list(text()) }))
      .upTo(20)
      .keyed({
        parameter: "rival",
        about: "A manufacturer that competes with it.",
        members: ["manufacturer_id"],
        to: "manufacturers",
        fieldsIn: "aspects",
      }),
  },
});

export const products = collection("products", {
  one: "product",
  about: "Things with a price.",
  fields: {
    name: text().required().listed(),
    price: decimal().atLeast(0).listed(),
    in_stock: boolean().listed(),
    sold_from: date(),
    seen_at: instant(),
    rating: integer(),
    grade: oneOf("gold", "silver", "bronze"),
    tags: list(text()),
    size: object({
      label: text(),
      depth_cm: decimal(),
      box: object({
        ...{ layers: integer(), is_full: boolean(), grade: oneOf("gold", "silver", "bronze") },
        ...{ packed_on: date(), sealed_at: instant() },
      }),
    }),
  },
});

export const measurements = collection("lab-readings", {
  of: manufacturers,
  one: "reading",
  flat: true,
  bulk: 100,
  about: "Numbers from the test bench; taken as arrays too.",
  fields: { gauge: text().required().listed(), value: decimal().listed() },
});

const studentHooks = hooks(students, {
  derive: async ({ id }, records) => ({ credits: (await records.entries(enrolments, { member: id })).length * 5 }),
});

export default registry({
  builtin: false,
  name: "academia",
  title: "Academia & Co",
  resources: [
    universities,
    departments,
    charter,
    courses,
    students,
    grades,
    enrolments,
    manufacturers,
    cameras,
    products,
    measurements,
  ],
  hooks: [studentHooks],
});
