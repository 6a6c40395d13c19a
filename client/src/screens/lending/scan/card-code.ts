import { CODE_ALPHABET } from '@fundus/contract/classes/rules';
import { CARD_LENGTH } from '@fundus/contract/lending/kiosk/kiosk';

/** Format of the number on a borrower's card. Its length and alphabet distinguish it from device codes. */
export const CARD_PATTERN = new RegExp(`^[${CODE_ALPHABET}]{${CARD_LENGTH}}$`);
