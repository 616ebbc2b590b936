# The service with production dependencies, as an unprivileged user. No build step: Node runs the TypeScript.

FROM node:26-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# No package needs its install script: better-sqlite3 ships binaries.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:26-slim
RUN mkdir /data && chown node:node /data
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY package.json LICENSE ./
COPY data data
COPY src src
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATABASE_URL=sqlite:/data/space-missions.db
USER node
VOLUME /data
EXPOSE 3000
# /readyz is 503 while the service drains or its database is unavailable.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Run node directly, so that it receives signals; the options are those of `npm start`.
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=40", "src/server.ts"]
