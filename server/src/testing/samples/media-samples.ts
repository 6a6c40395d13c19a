/** Sample requests for calls of the catalogue and of files. They use the only medium of the sample portal. */
import { newId } from '../../db/new-id.ts';
import type { Sample } from './sample-world.ts';

const id = { params: { id: newId() } };
const medium = { params: { identifier: 'm-1', fileId: newId() } };

export const mediaSamples: Record<string, Sample> = {
  'catalogue.detail': medium,
  'catalogue.catalogueDetail': medium,
  'catalogue.qr': medium,
  'catalogue.similar': medium,
  'catalogue.editMedium': medium,
  'catalogue.changeMedium': medium,
  'catalogue.retireMedium': medium,
  'catalogue.publishMedium': medium,
  'catalogue.mediumVersions': medium,
  'catalogue.undoMedium': medium,
  'catalogue.undoBulk': id,
  'files.cover': medium,
  'files.editFiles': medium,
  'files.startUpload': { ...medium, body: { name: 'x.pdf', bytes: 5, role: 'main' } },
  'files.upload': id,
  'files.finishUpload': id,
  'files.answerUpload': { ...id, body: { convert: true } },
  'files.cancelUpload': id,
  'files.changeFile': medium,
  'files.orderFiles': { ...medium, body: { ids: [] } },
  'files.removeFile': medium,
  'files.restoreFile': medium,
  'files.listHosts': {},
  'files.setHosts': { body: { hosts: ['www.youtube.com'] } },
  'catalogue.excerpts': medium,
  'catalogue.addExcerpt': medium,
};
