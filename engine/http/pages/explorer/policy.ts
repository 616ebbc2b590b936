/** What the pages of the explorer may do in a browser: what comes from the service itself, and nothing else. */

/** The headers of an asset. Its name changes with its content, so browsers never ask again (RFC 8246). */
export const ASSET_HEADERS: Readonly<Record<string, string>> = {
  "cache-control": "public, max-age=31536000, immutable",
  "cross-origin-resource-policy": "same-origin",
  vary: "Accept-Encoding",
};

/** Browser features that no page uses (Permissions Policy). */
const FEATURES: readonly string[] = [
  ...["accelerometer", "autoplay", "browsing-topics", "camera", "clipboard-read", "display-capture"],
  ...["encrypted-media", "fullscreen", "geolocation", "gyroscope", "hid", "idle-detection", "local-fonts"],
  ...["magnetometer", "microphone", "midi", "payment", "picture-in-picture", "publickey-credentials-get"],
  ...["screen-wake-lock", "serial", "storage-access", "usb", "window-management", "xr-spatial-tracking"],
];

/**
 * The headers of pages.
 * @param styles the hashes of the style elements that a library of the build adds
 */
export function shellHeaders(styles: readonly string[]): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...styles.map((hash) => `'${hash}'`)].join(" "),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy.join("; "),
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": FEATURES.map((feature) => `${feature}=()`).join(", "),
    "referrer-policy": "no-referrer",
  };
}
