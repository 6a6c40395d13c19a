/** What makes a medium fit for the people of a class; no word about a person. */
export const CLASS_NEEDS = ['captions', 'easy_language', 'no_sound', 'audio_description'] as const;
