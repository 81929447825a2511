/**
 * Replaces error-codes' desc.mjs, the sentences of errors: a message keeps its code and the address of the page that
 * explains it.
 */
export const buildDescMap = {};
export const errorDescMap = {};
export const runtimeDescMap = {};
export const typeDescMap = {};
