/** Classes, lists and devices of a teacher under axe (`accessibility.e2e.ts`). */
import { lookAtScreens } from '../src/accessible.ts';

lookAtScreens('accessibility-classes', 'teacher');
