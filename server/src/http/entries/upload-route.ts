/** Receives uploads with the tus protocol 1.0 (HEAD and PATCH). API calls create and finish an upload. */
import { createWriteStream, mkdirSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { AppError, errorBody } from '@fundus/contract/errors';
import { isMediumEditor } from '@fundus/contract/access';
import { FileStore } from '@tus/file-store';
import { Server as TusServer, Upload } from '@tus/server';

import type { FastifyInstance } from 'fastify';
import type { Portal } from '../context.ts';
import { findPerson } from '../sessions/session.ts';
import type { SignedIn } from '../../visitors/signed-in.ts';

type Uploads = {
  /** Returns the total length of a user's upload in bytes. Throws if the upload belongs to another user or is complete. */
  size: (user: SignedIn, id: string) => Promise<number>;
  /** Records that an upload is still active. */
  touch: (id: string) => Promise<unknown>;
};

const PATH = '/api/v1/uploads';
const idOf = (url: string): string | undefined => /\/uploads\/([0-9a-f-]{36})\/bytes$/.exec(new URL(url, 'http://portal').pathname)?.[1];

export async function serveUploads(app: FastifyInstance, portal: Portal<'uploadDir'>, uploads: Uploads): Promise<void> {
  mkdirSync(portal.uploadDir, { recursive: true });
  const sizes = new Map<string, number>();
  const tus = new TusServer({
    path: PATH,
    datastore: storeIn(portal.uploadDir, sizes),
    getFileIdFromRequest: (request) => idOf(request.url),
    allowedOrigins: [],
    onResponseError: (_, error) =>
      'body' in error && 'status_code' in error ? { status_code: error.status_code, body: error.body } : undefined,
  });

  await app.register(async (scope) => {
    // The store reads the body as a stream.
    scope.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null));
    scope.route<{ Params: { id: string } }>({
      method: ['HEAD', 'PATCH'],
      url: `${PATH}/:id/bytes`,
      handler: async (request, reply) => {
        const user = await findPerson(portal, request);
        if (!user) throw new AppError('login_required');
        if (!isMediumEditor(user)) throw new AppError('forbidden');
        const { id } = request.params;
        if (idOf(request.url) !== id) throw new AppError('not_found');
        sizes.set(id, await uploads.size(user, id));
        reply.hijack();
        reply.raw.setHeader('cache-control', 'no-store');
        try {
          await tus.handle(request.raw, reply.raw);
        } catch (error) {
          portal.log.warn({ upload: id, reason: (error as Error).message }, 'upload interrupted');
          reply.raw.destroy();
        } finally {
          sizes.delete(id);
        }
        if (request.method === 'PATCH') await uploads.touch(id);
      },
    });
  });
}

/** Returns a store with one file per upload. The total length of an upload comes from the database. */
function storeIn(folder: string, sizes: ReadonlyMap<string, number>): FileStore {
  const store = new FileStore({
    directory: folder,
    configstore: {
      get: async (id: string) => (sizes.has(id) ? new Upload({ id, size: sizes.get(id)!, offset: 0 }) : undefined),
      set: async () => {},
      delete: async () => {},
    },
  });
  // Replaces the write method of the store, which hides the cause of an error. A full disk gets its own error code.
  store.write = async (content, id, offset) => {
    const target = createWriteStream(`${folder}/${id}`, { flags: 'r+', start: offset });
    try {
      await pipeline(content, target);
    } catch (error) {
      const full = (error as NodeJS.ErrnoException).code === 'ENOSPC';
      throw full ? { status_code: 507, body: JSON.stringify(errorBody(new AppError('storage_full'))) } : error;
    }
    return offset + target.bytesWritten;
  };
  return store;
}
