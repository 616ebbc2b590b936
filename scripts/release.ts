/**
 * Checks whether the version in `package.json` can be released, and prints every fault or the commands that release it: `npm run
 * release`, and before `npm publish`. It changes nothing. The repository is the working directory.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { isDate } from "../engine/declare/values.ts";
import { breakingChanges } from "../test/support/documents/openapi-compatibility.ts";
import type { Part } from "../test/support/documents/openapi-conformance.ts";
import { builtInDocument, releasedText } from "../test/support/documents/released-openapi.ts";
import { nodeVersions } from "../test/support/package/packed-package.ts";

/** The versions of Node on which the package is tested: the oldest that it runs on, and that of the repository. */
const NODES = [24, 26];
const PACKAGE_TEST = "test/65-package.test.ts";
const DOCUMENT = "test/released/openapi.json";
const BRANCH = "main";
/** How many changes of a document are named. */
const NAMED_CHANGES = 5;

const read = (file: string): string => readFileSync(file, "utf8");
const { name, version } = JSON.parse(read("package.json"));
const tag = `v${version}`;
// Without the options of the npm that runs this, such as --dry-run.
const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !key.startsWith("npm_")));

/** What git prints, by lines. */
function git(...args: string[]): string[] {
  const { stdout, stderr, status } = spawnSync("git", args, { encoding: "utf8", maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`git ${args.join(" ")} failed: ${stderr.trim()}`);
  return stdout.split("\n").filter((line) => line !== "");
}

function treeFaults(): string[] {
  const changed = git("status", "--porcelain").map((line) => line.slice(3));
  const [branch] = git("branch", "--show-current");
  return [
    ...(changed.length > 0 ? [`There are changes that are not committed: ${changed.join(", ")}. Commit them.`] : []),
    ...(branch === BRANCH
      ? []
      : [`The branch is ${branch ?? "none"}. Releases are made on ${BRANCH}: git switch ${BRANCH}`]),
  ];
}

/** A section of the changelog. */
interface Section {
  readonly title: string;
  readonly date: string | undefined;
  readonly text: string;
}

const sections: Section[] = read("CHANGELOG.md")
  .split(/^## /m)
  .slice(1)
  .map((section) => {
    const [heading = "", ...lines] = section.split("\n");
    const [, title = heading, date] = /^\[(.*?)\](?: - (.*))?$/.exec(heading) ?? [];
    return { title, date, text: lines.join("\n").trim() };
  });
const own = sections.find(({ title }) => title === version);

function versionFaults(): string[] {
  const change = "Change it: npm version <x.y.z> --no-git-tag-version";
  if (!/^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}$/.test(version))
    return [`The version in package.json is ${version}, which is not x.y.z. ${change}`];
  const tags = git("tag", "--list", "v*");
  const others = [...tags.map((each) => each.slice(1)), ...sections.map(({ title }) => title)].filter(
    (each) => /^\d/.test(each) && each !== version,
  );
  const latest = others.sort((one, other) => one.localeCompare(other, "en", { numeric: true })).at(-1);
  const isHigher = latest === undefined || version.localeCompare(latest, "en", { numeric: true }) > 0;
  const isElsewhere = tags.includes(tag) && git("rev-list", "--max-count=1", tag)[0] !== git("rev-parse", "HEAD")[0];
  const { version: locked, packages } = JSON.parse(read("package-lock.json"));
  return [
    ...(isHigher ? [] : [`The version in package.json is ${version}, and ${latest} is released. ${change}`]),
    ...(isElsewhere ? [`The tag ${tag} is on another commit, so ${version} is released. ${change}`] : []),
    ...[locked, packages[""].version]
      .filter((each, at, all) => each !== version && all.indexOf(each) === at)
      .map((each) => `package-lock.json has version ${each} instead of ${version}: npm install --package-lock-only`),
  ];
}

function changelogFaults(): string[] {
  const [first, second] = sections;
  const heading = `## [${version}] - <yyyy-mm-dd>`;
  const faults: string[] = [];
  if (first?.title !== "Unreleased")
    faults.push("CHANGELOG.md does not begin with ## [Unreleased]. Add it, without text.");
  else if (first.text !== "")
    faults.push(`CHANGELOG.md still has text below ## [Unreleased]. Move it below ${heading}`);
  if (!own) faults.push(`CHANGELOG.md has no section of ${version}. Add ${heading}, with what has changed.`);
  else {
    if (own !== second) faults.push(`CHANGELOG.md has ${second?.title} before ${version}. Put the new section first.`);
    if (!isDate(own.date ?? ""))
      faults.push(`CHANGELOG.md has ${own.date ?? "no date"} as the date of ${version}. Write ${heading}`);
    if (own.text === "") faults.push(`CHANGELOG.md says nothing of ${version}. Write what has changed.`);
  }
  return faults;
}

/** The document of the release before this one. */
function documentBefore(): Part | undefined {
  for (const commit of git("log", "--format=%H", "--", DOCUMENT)) {
    const document = JSON.parse(git("show", `${commit}:${DOCUMENT}`).join("\n"));
    if (document.version !== version) return document;
  }
  return undefined;
}

function documentFaults(): string[] {
  const document = builtInDocument(version);
  const before = documentBefore();
  const isKept = releasedText(document) === read(DOCUMENT);
  const faults = isKept ? [] : [`${DOCUMENT} is not the document of ${version}: npm run openapi:keep`];
  if (!before)
    return [...faults, `The history has no ${DOCUMENT} of an earlier version to compare with: git fetch --unshallow`];
  // What was announced may go after its sunset; the changelog says so.
  if (own && /^### Removed$/m.test(own.text)) return faults;
  const changes = breakingChanges(before, document);
  if (changes.length === 0) return faults;
  const named = [...changes.slice(0, NAMED_CHANGES), ...(changes.length > NAMED_CHANGES ? ["…"] : [])].join("\n  ");
  return [
    ...faults,
    `The OpenAPI document breaks clients of ${before.version}. Undo it; or, if it was announced and its sunset has passed, list it below ### Removed in CHANGELOG.md.\n  ${named}`,
  ];
}

/** Tests the package on a version of Node, which is installed for it if it is not there. */
function packageFaults(major: number): string[] {
  const folder = mkdtempSync(join(tmpdir(), `${name}-node-${major}-`));
  try {
    let node = nodeVersions().find((each) => each.major === major)?.path;
    if (!node) {
      writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, allowScripts: { node: true } }));
      const { status, stderr } = spawnSync("npm", ["install", `node@${major}`], { cwd: folder, env, encoding: "utf8" });
      if (status !== 0)
        return [`Node ${major} cannot be installed, so the package is not tested on it.\n  ${stderr.trim()}`];
      node = join(folder, "node_modules", "node", "bin", "node");
    }
    console.error(`Testing the package on Node ${major} …`);
    const { status, stdout } = spawnSync(node, ["--test", PACKAGE_TEST], {
      env: { ...env, TEST_LONG: "1", PATH: `${dirname(node)}${delimiter}${process.env.PATH}` },
      encoding: "utf8",
    });
    if (status !== 0) console.error(stdout);
    return status === 0 ? [] : [`The package fails its test on Node ${major}: TEST_LONG=1 node --test ${PACKAGE_TEST}`];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const faults = [
  ...treeFaults(),
  ...versionFaults(),
  ...changelogFaults(),
  ...documentFaults(),
  ...NODES.flatMap(packageFaults),
];
if (faults.length > 0) {
  console.error(`\n${name} ${version} cannot be released:\n${faults.map((fault) => `- ${fault}\n`).join("")}`);
  process.exitCode = 1;
} else {
  const image = `<registry>/${name}:${version}`;
  console.log(`
${name} ${version} can be released:

git tag --annotate ${tag} --message "Release ${version}"
git push origin ${BRANCH} ${tag}
npm publish
docker build --pull --build-arg VERSION=${version} --tag ${image} .
docker push ${image}`);
}
