/** Checks the screens of a teacher for classes, lists and devices with axe (see `accessibility.e2e.ts`). */
import { checkScreens } from '../src/accessible.ts';

checkScreens('accessibility-classes', 'teacher');
