# syntax=docker/dockerfile:1
# The portal as a container: no root, a read-only root file system, data in /data. See docs/operate/install.md#container.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY search/package.json search/
COPY server/package.json server/
COPY client/package.json client/
COPY importer/package.json importer/
COPY demo/package.json demo/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
RUN npm ci
COPY . .
# Keeps only what the server needs.
RUN npm run build \
  && npm prune --omit=dev \
  && rm -rf e2e bench .cache

FROM node:24-bookworm-slim
# ffmpeg reads duration and codecs of films and creates their posters; tini forwards signals and reaps child processes.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ffmpeg tini \
  && rm -rf /var/lib/apt/lists/* \
  && groupadd --gid 10001 fundus \
  && useradd --uid 10001 --gid fundus --home-dir /data --no-create-home --shell /usr/sbin/nologin fundus \
  && install -d -m 0700 -o fundus -g fundus /data
COPY --from=build /app /app
WORKDIR /app
USER fundus
ENV NODE_ENV=production \
  HOST=0.0.0.0 \
  PORT=8080 \
  DATA_DIR=/data \
  DEMO=off \
  # The compile cache is stored with the data, because /app is read-only.
  NODE_COMPILE_CACHE=/data/compiled \
  # Returns large blocks of memory to the system as soon as they are freed.
  MALLOC_MMAP_THRESHOLD_=65536
VOLUME /data
EXPOSE 8080
# The first start fills the database and the index.
HEALTHCHECK --interval=15s --timeout=5s --start-period=120s --retries=4 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/v1/health/live`).then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "server/src/main.ts"]
