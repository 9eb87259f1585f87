// The server's interface. Whatever goes wrong becomes an Error whose message can be shown.

export const LOST = "Connection to the studio lost.";
// Which start of the studio has answered last.
export const server = { run: null };

export async function call(method, path, body) {
  const options = { method, headers: {} };
  if (body instanceof Blob) {
    options.headers["content-type"] = "application/octet-stream";
    options.body = body;
  } else if (body !== undefined) {
    options.headers["content-type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw Object.assign(new Error(LOST), { lost: true });
  }
  server.run = response.headers.get("x-studio-run") ?? server.run;
  if (response.ok) return response.status === 204 ? null : response.json();
  const problem = await response.json().catch(() => ({}));
  throw new Error(problem.detail ?? `${response.status} ${response.statusText}`);
}

export const upload = (file, { kind = "auto" } = {}) =>
  call("POST", `/api/jobs?${new URLSearchParams({ name: file.name, kind })}`, file);

export const fileAddress = (job, file) => `/api/jobs/${encodeURIComponent(job.id)}/files/${file}`;

// A drawing as elements. The request parses it, so no text is ever turned into markup here.
export function drawing(address) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", address);
    request.responseType = "document";
    request.overrideMimeType("image/svg+xml");
    request.onload = () =>
      request.status === 200 && request.responseXML
        ? resolve(document.importNode(request.responseXML.documentElement, true))
        : reject(new Error("The drawing could not be loaded."));
    request.onerror = () => reject(new Error(LOST));
    request.send();
  });
}
