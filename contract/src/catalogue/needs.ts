/** Properties of media that a class needs. They describe media, never a person. */
export const CLASS_NEEDS = ['captions', 'easy_language', 'no_sound', 'audio_description'] as const;
