import type { files } from '@fundus/contract/files/files';
import type { contentHosts } from '@fundus/contract/files/content-hosts';
import type { uploads } from '@fundus/contract/files/uploads';
import { DAY } from '@fundus/contract/days';
import type { Handlers } from '../../http/implement.ts';
import { listHosts } from './content-host-repository.ts';
import { setHosts } from './content-hosts.ts';
import { findCover } from './cover-art/covers.ts';
import { changeFile, orderFiles, readEditFiles, removeFile, restoreFile } from './edit-files.ts';
import { listOpenUploads } from './uploads/upload-repository.ts';
import { answerUpload, cancelUpload, finishUpload, readUpload, startUpload } from './uploads/uploads.ts';

type Used = 'cacheDir' | 'contentUrl' | 'storage' | 'uploadDir';

export const handlers: Handlers<typeof files & typeof uploads & typeof contentHosts, Used> = {
  cover: (ctx, { params, query }) => findCover(ctx, params.identifier, query.size === '2' ? 2 : 1),
  editFiles: (ctx, { params }) => readEditFiles(ctx, params.identifier),
  startUpload,
  openUploads: async (ctx) => ({ items: await listOpenUploads(ctx.db, ctx.user.id, new Date(ctx.now.getTime() - DAY)) }),
  upload: (ctx, { params }) => readUpload(ctx, params.id),
  finishUpload,
  answerUpload,
  cancelUpload: (ctx, { params }) => cancelUpload(ctx, params.id),
  changeFile,
  orderFiles,
  removeFile,
  restoreFile,
  listHosts: async (ctx) => ({ hosts: await listHosts(ctx.db) }),
  setHosts,
};
