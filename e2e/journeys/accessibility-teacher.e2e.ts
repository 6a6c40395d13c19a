/** All other screens of a teacher under axe (`accessibility.e2e.ts`). */
import { lookAtScreens } from '../src/accessible.ts';

lookAtScreens('accessibility-teacher', 'teacher');
