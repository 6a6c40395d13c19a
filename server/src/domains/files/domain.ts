import { byAge, defineDomain, doer, none, own, ownPrivate } from '../../domain.ts';
import { conversionWorker } from './uploads/convert-upload.ts';
import { emptyRemovedFiles } from './edit-files.ts';
import { removeOldUploads } from './uploads/end-uploads.ts';
import { uploadWorker } from './uploads/finish-upload.ts';
import { begunFiles, referencedFiles } from './repository.ts';
import { handlers } from './routes.ts';
import { CONVERSION_JOB, UPLOAD_JOB } from './uploads/uploads.ts';

export const domain = defineDomain({
  services: ['cacheDir', 'contentUrl', 'storage', 'uploadDir'],
  calls: { files: handlers },
  tables: {
    content_host: {},
    download: { person_id: ownPrivate },
    media_file: {},
    removed_file: { removed_by: doer },
    upload: { person_id: own },
  },
  sweep: { uploads: byAge(removeOldUploads), removed: byAge(emptyRemovedFiles) },
  storedFiles: { folder: 'media/', named: referencedFiles, begun: begunFiles },
  jobs: (portal) => ({ [UPLOAD_JOB]: uploadWorker(portal), [CONVERSION_JOB]: conversionWorker(portal) }),
  names: {},
  schoolData: {},
  mergeSchools: none,
  erasePeople: none,
  obligations: none,
  demo: none,
});
