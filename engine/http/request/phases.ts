/** The phases that every request passes before its route runs. */
import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * Lets a request pass, or throws the problem that is its response. Returns a promise only if it has to wait for the
 * database, an issuer or Redis (decision 26).
 */
export type Phase = (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>;

/** Runs phases in order; returns a promise once one of them has to wait. */
export function runPhases(
  phases: readonly Phase[],
  request: FastifyRequest,
  reply: FastifyReply,
  from = 0,
): void | Promise<void> {
  for (let at = from; at < phases.length; at += 1) {
    const waiting = phases[at]!(request, reply);
    if (waiting !== undefined) return waiting.then(() => runPhases(phases, request, reply, at + 1));
  }
}
