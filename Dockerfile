# The service with production dependencies and what they need of the system, as an unprivileged user. Only the explorer is
# built: Node runs the TypeScript.

# A tag gets security fixes with each build. To pin it: --build-arg NODE_IMAGE=node:26-slim@sha256:…
ARG NODE_IMAGE=node:26-slim

FROM $NODE_IMAGE AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# No package needs its install script: better-sqlite3 ships binaries. Those of other platforms and the sources of SQLite go, and
# what only compilers and debuggers read: 40 % of all.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -r node_modules/better-sqlite3/deps node_modules/better-sqlite3/src \
  && find node_modules/better-sqlite3/prebuilds -type f ! -name "linux-$(node --print process.arch).node" -delete \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.*ts' \) -delete
# Of the system: Node, a shell for the commands of operators, the libraries that they load, the names of users, /tmp, and /data.
RUN mkdir -p /data /system/tmp && chmod 1777 /system/tmp \
  && cp --parents --dereference --target-directory=/system /usr/local/bin/node /bin/sh /etc/passwd /etc/group \
  && for word in $(ldd /usr/local/bin/node node_modules/better-sqlite3/prebuilds/*.node); do \
    case $word in /lib*) cp --parents --dereference --target-directory=/system "$word" ;; esac; \
  done

# The web pages. Only their build needs the development dependencies.
FROM $NODE_IMAGE AS explorer
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --ignore-scripts --no-audit --no-fund
COPY tsconfig.json ./
COPY scripts/explorer.mjs scripts/
COPY client client
COPY engine/runtime/json.ts engine/runtime/
COPY engine/runtime/as-code engine/runtime/as-code
COPY kit kit
COPY explorer explorer
RUN node scripts/explorer.mjs

FROM scratch
COPY --from=dependencies /system /
COPY --from=dependencies --chown=node:node /data /data
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
# With index.ts, which a registry of your own imports by the name of the package.
COPY package.json LICENSE index.ts ./
# For the command line: docker compose exec app-1 node missions/cli.ts --help
COPY client client
COPY kit kit
COPY cli cli
COPY engine engine
COPY missions missions
COPY template template
COPY scripts/compile-cache.mjs scripts/compile-cache.mjs
COPY --from=explorer /app/explorer/dist explorer/dist
# With one arena, the threads of the service share the memory that malloc keeps: 45 MB less under load.
ENV MALLOC_ARENA_MAX=1
# Of the container alone.
ENV NODE_COMPILE_CACHE=/tmp/node-compile-cache
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATABASE_URL=sqlite:/data/space-missions.db
ARG VERSION=unreleased
LABEL org.opencontainers.image.title="Space Missions API" \
  org.opencontainers.image.description="A self-hosted system of record for space missions, served as a resource-oriented HTTP API." \
  org.opencontainers.image.licenses=MIT \
  org.opencontainers.image.version=$VERSION
USER node
VOLUME /data
EXPOSE 3000
# /livez, not /readyz: a restart helps neither while the service drains nor while its database is unavailable.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Run node directly, so that it receives signals; the options are those of `npm start`.
CMD ["node", "--max-semi-space-size=8", "--v8-pool-size=1", "--import=./scripts/compile-cache.mjs", "missions/server.ts"]
