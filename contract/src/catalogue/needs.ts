/** Properties of media that a class can need. They describe media, not people. */
export const CLASS_NEEDS = ['captions', 'easy_language', 'no_sound', 'audio_description'] as const;
