/** The client of the service: `import { connect } from "space-missions-api/client"`. */

export type * from "../missions/records.ts";
export type {
  CallOptions,
  CreateOptions,
  ExportQuery,
  FollowOptions,
  GetOptions,
  IfMatch,
  Page,
  PutOptions,
  RemoveOptions,
  UpdateOptions,
} from "./calls.ts";
export {
  type Connected,
  type Connection,
  type ConnectOptions,
  connect,
  type Me,
  type SearchOptions,
  type SearchResult,
  type UntypedApi,
} from "./connect.ts";
export { NetworkError } from "./errors/network-error.ts";
export {
  AlreadyExists,
  Conflict,
  type Dependents,
  type Fault,
  Forbidden,
  Gone,
  HasDependents,
  Invalid,
  InvalidTransition,
  KeyInUse,
  NotFound,
  Problem,
  type ProblemDocument,
  type ProblemHints,
  Stale,
  TooMany,
  Unauthorized,
  Unavailable,
} from "./errors/problem.ts";
export { Cancelled, Operation, type OperationRecord, type Progress, type WaitOptions } from "./operation.ts";
export { holds } from "./resource/lost-answers.ts";
export type { Answer } from "./transport/answer.ts";
export { type Clock, systemClock } from "./transport/clock.ts";
export type { QueryParameters, QueryValue } from "./transport/query.ts";
export type { Fetch, SendOptions } from "./transport/transport.ts";
export type { Api } from "./types/api.ts";
export type { ApiOf } from "./types/api-of.ts";
export type { EventData, EventRecord } from "./types/event-record.ts";
export type { Chosen, Links, Model, PropertyKind, Whole } from "./types/model.ts";
export type { EntryModel, RecordModel, ReverseModel } from "./types/models-of.ts";
export type { Group } from "./types/queries.ts";
export type {
  BulkCollection,
  Collection,
  CreatedRecords,
  ReadCollection,
  ReadList,
  Single,
} from "./types/resources.ts";
export type {
  ApiKey,
  ApiKeyModel,
  BelowWebhook,
  Delivery,
  DeliveryModel,
  EventModel,
  Events,
  OperationModel,
  SecretModel,
  Webhook,
  WebhookModel,
} from "./types/service.ts";
export type { AnyRecord, UntypedResource } from "./types/untyped.ts";
