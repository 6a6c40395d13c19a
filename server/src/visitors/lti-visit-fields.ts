import type { LtiTarget, LtiVersion, PlatformService } from '@fundus/contract/lti/rules';
import type { LtiCourse } from '../lti/messages.ts';
import type { SignedIn } from './signed-in.ts';

/** The recipient of a content selection. */
export type Pick = { return_url: string; many: boolean; data: string | null; version: LtiVersion };

export type LtiVisit = {
  id: string;
  platform: { id: string; name: string; issuer: string; client_id: string; deployment: string; deployment_id: string };
  target: LtiTarget | null;
  pick: Pick | null;
  /** The course of the platform the visit began in, as the platform told of it. */
  said: LtiCourse | null;
  /** … and the class that runs and goes with it here. */
  course: { id: string; class_id: string; class_name: string } | null;
  services: readonly PlatformService[];
  /** Of a learner: who they are for an assignment, where their code lets them in. */
  learner: SignedIn | null;
  /** An anonymous teacher or learner of the school. `id` is that of the visit. */
  user: SignedIn;
};
