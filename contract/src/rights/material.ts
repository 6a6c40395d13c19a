/** Rights on own material and on files of media. */
import type { contentHosts } from '../files/content-hosts.ts';
import type { files } from '../files/files.ts';
import type { uploads } from '../files/uploads.ts';
import type { ownMaterial } from '../own-material/own-material.ts';
import { DISTRICT, DISTRICT_UNKNOWN, EVERYBODY, SCHOOL_MANAGERS, REFUSED, withMarks, type Kind, type Right } from './marks.ts';

/** Users who can edit own material. They cannot edit media of the catalogue. */
export const TEACHERS: readonly Kind[] = ['teacher', 'schoolAdmin', 'otherSchoolAdmin', 'basicView'];
const NOT_OF_TEACHERS = withMarks(DISTRICT, { unknown: TEACHERS });
const NOT_OF_TEACHERS_UNKNOWN = withMarks(DISTRICT_UNKNOWN, { unknown: TEACHERS });
/** Rights on own material of a teacher who is no test user. */
const MATERIAL_OF_SOMEBODY = withMarks(REFUSED, { unknown: [...TEACHERS, 'districtAdmin', 'otherDistrictAdmin'] });

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
  reinstate: SCHOOL_MANAGERS,
  change: MATERIAL_OF_SOMEBODY,
  /** District administrators cannot create own material because they belong to no school. */
  create: withMarks(REFUSED, { in: TEACHERS }),
  share: MATERIAL_OF_SOMEBODY,
  transfer: SCHOOL_MANAGERS,
  list: withMarks(REFUSED, { in: [...TEACHERS, 'districtAdmin', 'otherDistrictAdmin'] }),
  ofSchool: SCHOOL_MANAGERS,
  read: MATERIAL_OF_SOMEBODY,
  remove: MATERIAL_OF_SOMEBODY,
  restore: MATERIAL_OF_SOMEBODY,
  takeDown: SCHOOL_MANAGERS,
  undoTransfer: SCHOOL_MANAGERS,
  withdraw: MATERIAL_OF_SOMEBODY,
};
