/** Organizations: agencies, companies, institutes and armed forces, and what they operate and build. */
import { collection, membership } from "../../engine/declare/declare.ts";
import { count, date, oneOf, reference, text } from "../../engine/declare/fields.ts";
import { missions } from "./missions.ts";
import { citations, identifiers } from "./sources.ts";
import { spaceStations } from "./space-stations.ts";
import { spacecraft } from "./spacecraft.ts";

export const organizations = collection("organizations", {
  one: "organization",
  about: "Agencies, companies, institutes and armed forces behind missions, spacecraft and space stations.",
  fields: {
    name: text().required().listed(),
    kind: oneOf("agency", "company", "institute", "military").listed(),
    country: text().listed().about("The country, such as `Japan`. Null for an international organization."),
    founded_on: date(),
    dissolved_on: date(),
    parent: reference("organizations").acyclic().about("The organization that this one is a part of."),
    mission_count: count("mission-organizations").listed().about("The number of its missions in this registry."),
    identifiers: identifiers(),
    citations: citations(),
  },
  page: {
    lead: [
      "kind",
      "country",
      { field: "founded_on", until: "dissolved_on", label: "Existed" },
      "parent",
      { field: "mission_count", label: "Missions" },
    ],
    columns: ["name", "kind", "country", "founded_on", "dissolved_on", "mission_count", "parent"],
    order: "mission_count:desc",
    example: "nasa",
  },
  rules: {
    dissolved_on: {
      "The day of dissolution must be on or after the day of foundation.": (o) =>
        o.founded_on === null || o.dissolved_on === null || o.founded_on <= o.dissolved_on,
    },
  },
});

/** What the organizations of missions, spacecraft and stations have in common. */
const ORGANIZATIONS = {
  member: organizations,
  segment: "organizations",
  fields: {
    role: oneOf("operator", "partner", "manufacturer", "launch_provider")
      .required()
      .listed()
      .about("If an organization has several roles, the first of these."),
  },
  page: { columns: ["name", "role", "kind", "country"], order: "role" },
  shows: ["name", "kind", "country"],
  links: { profile: "organizations/{id}" },
} as const;

export const missionOrganizations = membership("mission-organizations", {
  ...ORGANIZATIONS,
  of: missions,
  one: "mission_organization",
  about: "The organizations that operate a mission or take part in it.",
  reverse: {
    segment: "missions",
    shows: ["name", "status", "launch_date", "launch_date_precision"],
    showsOwn: ["role"],
    links: { self: "missions/{id}" },
  },
});

export const spacecraftOrganizations = membership("spacecraft-organizations", {
  ...ORGANIZATIONS,
  of: spacecraft,
  one: "spacecraft_organization",
  about: "The organizations that operate or built a spacecraft.",
  reverse: {
    segment: "spacecraft",
    shows: ["name", "spacecraft_type", "status"],
    showsOwn: ["role"],
    links: { self: "spacecraft/{id}" },
  },
});

export const stationOrganizations = membership("station-organizations", {
  ...ORGANIZATIONS,
  of: spaceStations,
  one: "station_organization",
  about: "The organizations that operate a space station or take part in it.",
  reverse: {
    segment: "space-stations",
    shows: ["name", "status"],
    showsOwn: ["role"],
    links: { self: "space-stations/{id}" },
  },
});
