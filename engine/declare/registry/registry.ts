/** A registry: the resources of a service, its names, and what comes with them. */
import type { Declaration } from "../declaration.ts";

/** The names of a service. */
export interface ServiceNames {
  /**
   * For programs: in the realm of credentials, the user agent of webhooks, locks, channels and keys, and the default path of
   * the database. Lower-case words with hyphens between them.
   */
  readonly name: string;
  /** For people: on pages, and in the OpenAPI document. */
  readonly title: string;
  /**
   * For people: what the service is, on its pages and in the OpenAPI document. Paragraphs are separated by an empty line, and
   * backticks mark code.
   */
  readonly about?: string;
  /** The path of the module that makes the registry, as the operator named it if so; undefined for the built-in one. */
  readonly module?: string;
}

/** Records to load: a folder with one JSON file per resource, or arrays of records by resource. */
export type DataSource = string | DataByResource;

/** Records by the names of their resources. */
export type DataByResource = Readonly<Record<string, readonly object[]>>;

/** Everything that a service serves. */
export interface Registry extends ServiceNames {
  /** The resources, parents before children. */
  readonly resources: readonly Declaration[];
  /** The data that an empty database gets. A record with the id of one before it changes that one. */
  readonly data?: readonly DataSource[];
  /** Requests and commands to try; they may use the records of the data. */
  readonly examples?: Examples;
}

/** What a first visitor can try. */
export interface Examples {
  /** Requests that the start prints. */
  readonly requests: readonly ExampleRequest[];
  /** Command lines in the help of a command, by its name: each without the program's name. */
  readonly commands: Readonly<Record<string, readonly string[]>>;
}

/** A GET, or a POST if it has a body. */
export interface ExampleRequest {
  /** `/api/…` */
  readonly path: string;
  readonly body?: object;
  /** Whether it reads records of the data, so that it needs them. */
  readonly needsData?: true;
}
