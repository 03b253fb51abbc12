# Three stages: one compiles with everything installed, one installs what runs, and the last holds what both made and nothing
# else. Secrets come by the environment of the container, never by a build argument.

FROM node:22-slim AS build
WORKDIR /belfry
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY scripts/build.js scripts/build.js
COPY migrations migrations
COPY src src
COPY web web
RUN node scripts/build.js && chmod 755 dist/cli/main.js

FROM node:22-slim AS dependencies
WORKDIR /belfry
COPY package.json package-lock.json ./
# `npm ci` with scripts would build Belfry, without its compiler. The embedded PostgreSQL's script makes symlinks, which the user
# of the image could not make later; rebuild runs the scripts of dependencies alone.
RUN npm ci --omit=dev --ignore-scripts && npm rebuild && npm cache clean --force

FROM node:22-slim
LABEL org.opencontainers.image.title="Belfry" \
      org.opencontainers.image.description="A reminder engine: HTTP server and workers over PostgreSQL" \
      org.opencontainers.image.licenses="MIT"
# A user with an entry in /etc/passwd: PostgreSQL's initdb looks itself up.
RUN groupadd --system --gid 10001 belfry \
 && useradd --system --uid 10001 --gid belfry --home-dir /data --shell /usr/sbin/nologin belfry \
 && install --directory --owner=belfry --group=belfry --mode=0700 /data \
 && ln -s /belfry/dist/cli/main.js /usr/local/bin/belfry
WORKDIR /belfry
COPY --from=dependencies /belfry/node_modules node_modules
COPY --from=build /belfry/dist dist
COPY migrations migrations
COPY package.json LICENSE ./
# All interfaces of the container; what reaches them from outside is decided by the ports that are published.
ENV NODE_ENV=production BELFRY_HOST=0.0.0.0 BELFRY_DATA_DIR=/data
# A number, so that Kubernetes can see that it is not root.
USER 10001:10001
# The embedded database, when DATABASE_URL is not set.
VOLUME ["/data"]
EXPOSE 4700
# Finishes what is in flight, then stops.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.BELFRY_PORT || 4700) + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/belfry/dist/cli/main.js"]
CMD ["serve"]
