/** Rights on own material and on files of media. */
import type { contentHosts } from '../files/content-hosts.ts';
import type { files } from '../files/files.ts';
import type { uploads } from '../files/uploads.ts';
import type { ownMaterial } from '../own-material/own-material.ts';
import { DISTRICT, DISTRICT_UNKNOWN, EVERYBODY, OF_THE_SCHOOL, REFUSED, but, type Kind, type Right } from './marks.ts';

/** Users who can edit own material. They cannot edit media of the catalogue. */
export const TEACHERS: readonly Kind[] = ['teacher', 'schoolAdmin', 'otherSchoolAdmin', 'basicView'];
const NOT_OF_TEACHERS = but(DISTRICT, { unknown: TEACHERS });
const NOT_OF_TEACHERS_UNKNOWN = but(DISTRICT_UNKNOWN, { unknown: TEACHERS });
/** Rights on own material of a teacher who is no test user. */
const MATERIAL_OF_SOMEBODY = but(REFUSED, { unknown: [...TEACHERS, 'districtAdmin', 'otherDistrictAdmin'] });

export const FILE_RIGHTS: Record<keyof typeof files | keyof typeof uploads | keyof typeof contentHosts, Right> = {
  answerUpload: NOT_OF_TEACHERS_UNKNOWN,
  cancelUpload: NOT_OF_TEACHERS_UNKNOWN,
  changeFile: NOT_OF_TEACHERS_UNKNOWN,
  cover: EVERYBODY,
  editFiles: NOT_OF_TEACHERS,
  listHosts: EVERYBODY,
  setHosts: DISTRICT,
  finishUpload: NOT_OF_TEACHERS_UNKNOWN,
  openUploads: DISTRICT,
  orderFiles: NOT_OF_TEACHERS,
  removeFile: NOT_OF_TEACHERS_UNKNOWN,
  restoreFile: NOT_OF_TEACHERS_UNKNOWN,
  startUpload: NOT_OF_TEACHERS,
  upload: NOT_OF_TEACHERS_UNKNOWN,
};

export const MATERIAL_RIGHTS: Record<keyof typeof ownMaterial, Right> = {
  reinstate: OF_THE_SCHOOL,
  change: MATERIAL_OF_SOMEBODY,
  /** District administrators cannot create own material because they belong to no school. */
  create: but(REFUSED, { in: TEACHERS }),
  share: MATERIAL_OF_SOMEBODY,
  transfer: OF_THE_SCHOOL,
  list: but(REFUSED, { in: [...TEACHERS, 'districtAdmin', 'otherDistrictAdmin'] }),
  ofSchool: OF_THE_SCHOOL,
  read: MATERIAL_OF_SOMEBODY,
  remove: MATERIAL_OF_SOMEBODY,
  restore: MATERIAL_OF_SOMEBODY,
  takeDown: OF_THE_SCHOOL,
  undoTransfer: OF_THE_SCHOOL,
  withdraw: MATERIAL_OF_SOMEBODY,
};
