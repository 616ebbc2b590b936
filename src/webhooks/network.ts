/** The network as the webhooks see it; tests put one of their own in its place. */
import { lookup } from "node:dns/promises";

export interface Network {
  /** All addresses of a name. @throws Error where it has none, or cannot be asked for */
  resolve(name: string): Promise<readonly string[]>;
  /** Within how many milliseconds an exchange with a receiver ends. */
  readonly patience: number;
}

export const systemNetwork: Network = {
  resolve: async (name) => (await lookup(name, { all: true, order: "verbatim" })).map(({ address }) => address),
  patience: 10_000,
};
