/** All other screens of a teacher under axe (`accessibility.e2e.ts`). */
import { checkScreens } from '../src/accessible.ts';

checkScreens('accessibility-teacher', 'teacher');
