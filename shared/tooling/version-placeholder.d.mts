export const VERSION_PLACEHOLDER: string;
