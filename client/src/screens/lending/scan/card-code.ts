import { CODE_SIGNS } from '@fundus/contract/classes/rules';
import { CARD_LENGTH } from '@fundus/contract/lending/kiosk/kiosk';

/** What somebody shows at the desk or at a tablet, told from the code of a device by its length and its signs. */
export const CARD = new RegExp(`^[${CODE_SIGNS}]{${CARD_LENGTH}}$`);
