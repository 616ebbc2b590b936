/**
 * The client's types of each resource, named as the schemas in `/openapi.json`: a record, what lists show of it, what creates
 * one, and what changes one.
 */
import type { Whole } from "../client/types/model.ts";
import type { ModelsIn } from "../client/types/models-of.ts";
import type { domain } from "./resources/index.ts";

/** The built-in resources, with the names of their records' types. */
export interface BuiltIn {
  readonly declarations: typeof domain;
  readonly records: {
    readonly planet: Planet;
    readonly moon: Moon;
    readonly atmosphere: Atmosphere;
    readonly surface: Surface;
    readonly spacecraft: Spacecraft;
    readonly navigation_system: NavigationSystem;
    readonly space_station: SpaceStation;
    readonly astronaut: Astronaut;
    readonly training_record: TrainingRecord;
    readonly medical_record: MedicalRecord;
    readonly mission: Mission;
    readonly vehicle: Vehicle;
    readonly crew_member: CrewMember;
    readonly objective: Objective;
    readonly sample: Sample;
    readonly source: Source;
    readonly organization: Organization;
    readonly mission_organization: MissionOrganization;
    readonly spacecraft_organization: SpacecraftOrganization;
    readonly station_organization: StationOrganization;
    readonly astronaut_missions_item: AstronautMissionsItem;
    readonly spacecraft_missions_item: SpacecraftMissionsItem;
    readonly organization_missions_item: OrganizationMissionsItem;
    readonly organization_spacecraft_item: OrganizationSpacecraftItem;
    readonly organization_space_stations_item: OrganizationSpaceStationsItem;
  };
}

type Records = BuiltIn["records"];
/** Without names: those are made of it. */
type Models = ModelsIn<{ readonly declarations: typeof domain; readonly records: Record<never, never> }>;

type Shown<One extends keyof Records> = Whole<Models[One]>;
type Listed<One extends keyof Records> = Pick<Records[One], (Models[One]["listed"] | "_links") & keyof Records[One]>;
type Draft<One extends keyof Records> = Models[One]["draft"];
type Patch<One extends keyof Records> = Models[One]["patch"];

// Editors and declaration files show the name of a mapped type only if it is written at the name. An interface would be
// shorter, but is no `Record<string, unknown>`.

export type Planet = { [K in keyof Shown<"planet">]: Shown<"planet">[K] };
export type PlanetSummary = Listed<"planet">;
export type PlanetDraft = Draft<"planet">;
export type PlanetPatch = Patch<"planet">;

export type Moon = { [K in keyof Shown<"moon">]: Shown<"moon">[K] };
export type MoonSummary = Listed<"moon">;
export type MoonDraft = Draft<"moon">;
export type MoonPatch = Patch<"moon">;

export type Atmosphere = { [K in keyof Shown<"atmosphere">]: Shown<"atmosphere">[K] };
export type AtmosphereDraft = Draft<"atmosphere">;
export type AtmospherePatch = Patch<"atmosphere">;

export type Surface = { [K in keyof Shown<"surface">]: Shown<"surface">[K] };
export type SurfaceDraft = Draft<"surface">;
export type SurfacePatch = Patch<"surface">;

export type Spacecraft = { [K in keyof Shown<"spacecraft">]: Shown<"spacecraft">[K] };
export type SpacecraftSummary = Listed<"spacecraft">;
export type SpacecraftDraft = Draft<"spacecraft">;
export type SpacecraftPatch = Patch<"spacecraft">;

export type NavigationSystem = { [K in keyof Shown<"navigation_system">]: Shown<"navigation_system">[K] };
export type NavigationSystemDraft = Draft<"navigation_system">;
export type NavigationSystemPatch = Patch<"navigation_system">;

export type SpaceStation = { [K in keyof Shown<"space_station">]: Shown<"space_station">[K] };
export type SpaceStationSummary = Listed<"space_station">;
export type SpaceStationDraft = Draft<"space_station">;
export type SpaceStationPatch = Patch<"space_station">;

export type Astronaut = { [K in keyof Shown<"astronaut">]: Shown<"astronaut">[K] };
export type AstronautSummary = Listed<"astronaut">;
export type AstronautDraft = Draft<"astronaut">;
export type AstronautPatch = Patch<"astronaut">;

export type TrainingRecord = { [K in keyof Shown<"training_record">]: Shown<"training_record">[K] };
export type TrainingRecordSummary = Listed<"training_record">;
export type TrainingRecordDraft = Draft<"training_record">;
export type TrainingRecordPatch = Patch<"training_record">;

export type MedicalRecord = { [K in keyof Shown<"medical_record">]: Shown<"medical_record">[K] };
export type MedicalRecordSummary = Listed<"medical_record">;
export type MedicalRecordDraft = Draft<"medical_record">;
export type MedicalRecordPatch = Patch<"medical_record">;

export type Mission = { [K in keyof Shown<"mission">]: Shown<"mission">[K] };
export type MissionSummary = Listed<"mission">;
export type MissionDraft = Draft<"mission">;
export type MissionPatch = Patch<"mission">;

export type Vehicle = { [K in keyof Shown<"vehicle">]: Shown<"vehicle">[K] };
export type VehicleSummary = Listed<"vehicle">;
export type VehicleDraft = Draft<"vehicle">;
export type VehiclePatch = Patch<"vehicle">;

export type CrewMember = { [K in keyof Shown<"crew_member">]: Shown<"crew_member">[K] };
export type CrewMemberSummary = Listed<"crew_member">;
export type CrewMemberDraft = Draft<"crew_member">;
export type CrewMemberPatch = Patch<"crew_member">;

export type Objective = { [K in keyof Shown<"objective">]: Shown<"objective">[K] };
export type ObjectiveSummary = Listed<"objective">;
export type ObjectiveDraft = Draft<"objective">;
export type ObjectivePatch = Patch<"objective">;

export type Sample = { [K in keyof Shown<"sample">]: Shown<"sample">[K] };
export type SampleSummary = Listed<"sample">;
export type SampleDraft = Draft<"sample">;
export type SamplePatch = Patch<"sample">;

export type Source = { [K in keyof Shown<"source">]: Shown<"source">[K] };
export type SourceSummary = Listed<"source">;
export type SourceDraft = Draft<"source">;
export type SourcePatch = Patch<"source">;

export type Organization = { [K in keyof Shown<"organization">]: Shown<"organization">[K] };
export type OrganizationSummary = Listed<"organization">;
export type OrganizationDraft = Draft<"organization">;
export type OrganizationPatch = Patch<"organization">;

export type MissionOrganization = { [K in keyof Shown<"mission_organization">]: Shown<"mission_organization">[K] };
export type MissionOrganizationSummary = Listed<"mission_organization">;
export type MissionOrganizationDraft = Draft<"mission_organization">;
export type MissionOrganizationPatch = Patch<"mission_organization">;

export type SpacecraftOrganization = {
  [K in keyof Shown<"spacecraft_organization">]: Shown<"spacecraft_organization">[K];
};
export type SpacecraftOrganizationSummary = Listed<"spacecraft_organization">;
export type SpacecraftOrganizationDraft = Draft<"spacecraft_organization">;
export type SpacecraftOrganizationPatch = Patch<"spacecraft_organization">;

export type StationOrganization = { [K in keyof Shown<"station_organization">]: Shown<"station_organization">[K] };
export type StationOrganizationSummary = Listed<"station_organization">;
export type StationOrganizationDraft = Draft<"station_organization">;
export type StationOrganizationPatch = Patch<"station_organization">;

export type AstronautMissionsItem = {
  [K in keyof Shown<"astronaut_missions_item">]: Shown<"astronaut_missions_item">[K];
};
export type AstronautMissionsItemSummary = Listed<"astronaut_missions_item">;

export type SpacecraftMissionsItem = {
  [K in keyof Shown<"spacecraft_missions_item">]: Shown<"spacecraft_missions_item">[K];
};
export type SpacecraftMissionsItemSummary = Listed<"spacecraft_missions_item">;

export type OrganizationMissionsItem = {
  [K in keyof Shown<"organization_missions_item">]: Shown<"organization_missions_item">[K];
};
export type OrganizationMissionsItemSummary = Listed<"organization_missions_item">;

export type OrganizationSpacecraftItem = {
  [K in keyof Shown<"organization_spacecraft_item">]: Shown<"organization_spacecraft_item">[K];
};
export type OrganizationSpacecraftItemSummary = Listed<"organization_spacecraft_item">;

export type OrganizationSpaceStationsItem = {
  [K in keyof Shown<"organization_space_stations_item">]: Shown<"organization_space_stations_item">[K];
};
export type OrganizationSpaceStationsItemSummary = Listed<"organization_space_stations_item">;
