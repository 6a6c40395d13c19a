/** Courses in learning platforms that are linked to classes (docs/behaviour/lti.md#a-course-and-its-class). */
import { z } from 'zod';
import { advancedView } from '../access.ts';
import { done, endpoint } from '../endpoint.ts';
import { byId, count, moment } from '../fields.ts';

export const Course = z.object({
  id: z.uuid(),
  platform: z.string(),
  title: z.string(),
  /** Number of learners who joined the class through the course. */
  learners: count,
  /** State of the member list. `null` if the platform provides none, so that learners join when they open an activity. */
  roster: z.object({ read_at: moment.nullable(), problem: z.string() }).nullable(),
});
export type Course = z.output<typeof Course>;

const gate = { access: 'user', advancedView, params: byId } as const;

export const ltiCourses = {
  courses: endpoint({
    method: 'GET',
    path: '/api/v1/classes/{id}/courses',
    summary: 'Courses of learning platforms connected with a class',
    ...gate,
    /** `platforms` lists the platforms connected to the school. Without any, no course can be linked. */
    reply: z.object({ courses: z.array(Course), platforms: z.array(z.string()), can: z.object({ connect: z.boolean() }) }),
  }),
  inviteCourse: endpoint({
    method: 'POST',
    path: '/api/v1/classes/{id}/courses',
    summary: 'Create a code that connects a course with a class; a teacher enters it in the course',
    ...gate,
    reply: z.object({ code: z.string(), until: moment }),
  }),
  leaveCourse: endpoint({
    method: 'DELETE',
    path: '/api/v1/classes/{id}/courses/{courseId}',
    summary: 'Disconnect a course from a class; its learners stay, and no more grades are sent',
    ...gate,
    params: byId.extend({ courseId: z.uuid() }),
    reply: done,
  }),
};
