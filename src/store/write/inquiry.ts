/** What the functions of declarations may ask of the registry, answered within a unit of work. */
import type { Registry } from "../../declare/hooks.ts";
import type { Values } from "../../declare/values.ts";
import type { Unit } from "./unit-of-work.ts";

export class Inquiry implements Registry {
  protected readonly unit: Unit;

  constructor(unit: Unit) {
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
      ? this.unit.where(resource, resource.parentKey!, side.of)
      : this.unit.where(resource, resource.key, side.member);
  }
}
