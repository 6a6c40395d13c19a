/** Checks all other screens of a teacher with axe (see `accessibility.e2e.ts`). */
import { checkScreens } from '../src/accessible.ts';

checkScreens('accessibility-teacher', 'teacher');
