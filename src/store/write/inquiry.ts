/** What the functions of declarations may ask of the registry, answered within a unit of work. */
import type { RegistryReader } from "../../declare/hooks.ts";
import type { Values } from "../../declare/values.ts";
import type { UnitOfWork } from "./unit-of-work.ts";

export class TransactionReader implements RegistryReader {
  protected readonly unit: UnitOfWork;

  constructor(unit: UnitOfWork) {
    this.unit = unit;
  }

  get today(): string {
    return this.unit.today;
  }

  get now(): string {
    return this.unit.now;
  }

  async find(resource: string, id: string): Promise<Values | null> {
    return (await this.unit.find(this.unit.catalog.resource(resource), id)) ?? null;
  }

  entries(membership: string, side: { of: string } | { member: string }): Promise<Values[]> {
    const resource = this.unit.catalog.resource(membership);
    return "of" in side
      ? this.unit.findAllBy(resource, resource.parentKey!, side.of)
      : this.unit.findAllBy(resource, resource.key, side.member);
  }
}
