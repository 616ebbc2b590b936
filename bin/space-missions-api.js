#!/usr/bin/env -S node --max-semi-space-size=8 --v8-pool-size=1
// The command of the installed package: `start`, or nothing, starts the service; otherwise it is the command line. It uses
// nothing new, so that an older Node says what it needs instead of failing to read it. The options are those of `npm start`.
import process from "node:process";

const NEEDED = 24;
const { node: version } = process.versions;
// `--with <module>` may stand before the command.
const given = process.argv.slice(2);
const position = given.findIndex((each, at) => !each.startsWith("--with") && given[at - 1] !== "--with");
const first = given[position];
const isNamed = first === "start";
// What runs reads the other arguments, and so do the workers.
if (isNamed) process.argv.splice(2 + position, 1);
const asksForHelp = process.argv.some((each) => each === "--help" || each === "-h");
const isStart = (isNamed && !asksForHelp) || first === undefined;

if (Number(version.split(".")[0]) < NEEDED) {
  console.error(`space-missions-api needs Node ${NEEDED} or newer; this is Node ${version}.`);
  process.exitCode = 1;
} else if (isStart || /^--(workers|quiet)(=|$)/.test(first)) {
  await import("../dist/missions/server.js");
} else {
  await import("../dist/missions/cli.js");
}
