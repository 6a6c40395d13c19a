/** Initial values of the form for a new class. */
import type { Class, ClassFields } from '@fundus/contract/classes/classes';

export const EMPTY_CLASS_FIELDS: ClassFields = {
  name: '',
  kind: 'class',
  grade: null,
  subject: null,
  needs: [],
  join_policy: 'closed',
  picture_login: false,
  video_room: '',
};

/** Returns the form values of an existing class. */
export const toClassFields = ({ name, kind, grade, subject, needs, join_policy, picture_login, video_room }: Class): ClassFields => ({
  ...{ name, kind, grade, subject, needs, join_policy, picture_login },
  video_room: video_room ?? '',
});
