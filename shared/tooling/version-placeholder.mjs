/**
 * Placeholder for the release's version in the addresses that a Node build prints: the version is known only when the
 * release is packed, and then inserted.
 */
export const VERSION_PLACEHOLDER = '@release-version@';
