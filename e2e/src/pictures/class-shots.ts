/** Screens for classes, sharing and assignments. */
import { href } from '@fundus/contract/screens';
import * as assignmentSteps from '../steps/assignment-steps.ts';
import * as classSteps from '../steps/class-steps.ts';
import type { Shot } from './shot.ts';

export const classShots = {
  classes: [
    { name: 'classes', as: 'teacher', path: classSteps.someClasses },
    { name: 'classes-pupil', as: 'student', path: classSteps.someClasses },
    { name: 'classes-none', as: 'districtAdmin', path: href('classes') },
    { name: 'classes-deleted', as: 'teacher', path: classSteps.lostAndFound('deleted') },
    { name: 'classes-codes', as: 'teacher', path: classSteps.lostAndFound('codes') },
    { name: 'share', as: 'teacher', path: classSteps.mediaToShare, before: classSteps.openSharing },
    { name: 'share-people', as: 'teacher', path: href('search', {}, { q: 'Wasser' }), before: classSteps.openSharingWith('people') },
    { name: 'share-school', as: 'teacher', path: href('search', {}, { q: 'Wasser' }), before: classSteps.openSharingWith('school') },
  ],
  class: [
    { name: 'class', as: 'teacher', path: classSteps.classAt('') },
    { name: 'class-questions', as: 'teacher', path: classSteps.classWithQuestion },
    { name: 'class-seats', as: 'teacher', path: classSteps.classWithoutSeats },
    { name: 'class-share-seats', as: 'teacher', path: classSteps.seatSearchAddress, before: classSteps.chooseClass },
    { name: 'class-learners', as: 'teacher', path: classSteps.classAt('learners') },
    { name: 'class-codes', as: 'teacher', path: classSteps.learnersWithCodes, before: classSteps.showCodes },
    {
      name: 'class-print',
      as: 'teacher',
      path: classSteps.learnersWithCodes,
      before: classSteps.printCodes,
    },
    { name: 'class-groups', as: 'teacher', path: classSteps.classAt('groups') },
    { name: 'class-settings', as: 'teacher', path: classSteps.classAt('settings') },
    { name: 'assignments', as: 'teacher', path: assignmentSteps.assignmentList },
    { name: 'assignment', as: 'teacher', path: assignmentSteps.oneAssignment },
    { name: 'assignment-form', as: 'teacher', path: assignmentSteps.assignmentForm },
    { name: 'results', as: 'teacher', path: assignmentSteps.results },
    { name: 'results-assignment', as: 'teacher', path: assignmentSteps.resultsOfAssignment },
    { name: 'results-step', as: 'teacher', path: assignmentSteps.resultsOfStep },
    { name: 'results-learner', as: 'teacher', path: assignmentSteps.resultsOfLearner },
    { name: 'assignments-pupil', as: 'student', path: assignmentSteps.assignmentList },
    { name: 'assignment-pupil', as: 'student', path: assignmentSteps.oneAssignment },
    { name: 'class-pupil', as: 'student', path: classSteps.classAt('') },
  ],
  'class-media-detail': [
    { name: 'class-medium', as: 'student', path: classSteps.mediaWithNotes, before: classSteps.openFirstMedium },
    { name: 'step-film', as: 'student', path: assignmentSteps.filmOfStep },
  ],
} satisfies Record<string, Shot[]>;
