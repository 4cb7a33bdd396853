# Copyright 2026 The filterblock authors
# SPDX-License-Identifier: Apache-2.0
"""Lets a headless Chromium fill an IndexedDB ("make"), or read one back that lies in a profile ("read"); see make.sh.

The page is served from this process under a name of its own, so that the database's directory always has one name.
"""
import hashlib
import http.server
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading

HOST = "records.test"
DIRECTORY = f"Default/IndexedDB/http_{HOST}_0.indexeddb.leveldb"
RECORDS = 700
DELETED = 9  # one record of so many is deleted again

PAGE = """<!doctype html><meta charset="utf-8"><title>records</title><script>
const RECORDS = %d, DELETED = %d;
// Long, so that Chromium's memtable of 4 MiB overflows; alike, so that the tables stay small.
const text = i => ("record " + i + "; ").repeat(308 + i %% 250);
const done = request => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
const committed = transaction => new Promise((resolve, reject) => {
  transaction.oncomplete = resolve;
  transaction.onabort = () => reject(transaction.error);
});
async function open() {
  const request = indexedDB.open("records", 1);
  request.onupgradeneeded = () => request.result.createObjectStore("text");
  return done(request);
}
async function fill(db) {
  for (let start = 0; start < RECORDS; start += 50) {
    const transaction = db.transaction("text", "readwrite");
    const store = transaction.objectStore("text");
    for (let i = start; i < start + 50; i++) {
      store.put(text(i), i);
    }
    await committed(transaction);
  }
  const transaction = db.transaction("text", "readwrite");
  for (let i = 0; i < RECORDS; i += DELETED) {
    transaction.objectStore("text").delete(i);
  }
  await committed(transaction);
}
async function list(db) {
  const store = db.transaction("text").objectStore("text");
  const records = [];
  for (let i = 0; i < RECORDS; i++) {
    const record = await done(store.get(i));
    if (record !== undefined) {
      records.push([i, record]);
    }
  }
  return records;
}
(async () => {
  const db = await open();
  if (location.hash === "#make") {
    await fill(db);
  }
  const records = await list(db);
  db.close();
  return JSON.stringify(records);
})().catch(error => "error: " + error).then(body => fetch("/records", {method: "POST", body}));
</script>""" % (RECORDS, DELETED)


class Server(http.server.ThreadingHTTPServer):
    """Serves the page once, and takes what it sends back."""

    answer = None

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.answered = threading.Event()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.reply(PAGE.encode() if self.path == "/" else b"")

    def do_POST(self):
        self.server.answer = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.reply(b"")
        self.server.answered.set()

    def reply(self, body):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


def browse(profile, task):
    """Opens the page in a browser with this profile, and returns what the page sends."""
    server = Server()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    browser = subprocess.Popen(
        [
            os.environ.get("CHROMIUM", "chromium"),
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            f"--host-resolver-rules=MAP {HOST} 127.0.0.1:{server.server_address[1]}",
            f"--user-data-dir={profile}",
            "--remote-debugging-port=0",
            f"http://{HOST}/#{task}",
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        if not server.answered.wait(120):
            sys.exit("the browser did not answer")
    finally:
        browser.terminate()
        browser.wait()
        server.shutdown()
    return server.answer


def listing(answer):
    if answer.startswith("error: "):
        sys.exit(answer)
    return "".join(
        f"{number} {hashlib.sha256(text.encode()).hexdigest()[:16]}\n" for number, text in json.loads(answer)
    )


def main(task, database, expected):
    with tempfile.TemporaryDirectory(prefix="profile-") as profile:
        inside = os.path.join(profile, DIRECTORY)
        if task == "read":
            shutil.copytree(database, inside)
        lines = listing(browse(profile, task))
        with open(expected, "w", newline="\n") as out:
            out.write(lines)
        if task == "make":
            shutil.rmtree(database, ignore_errors=True)
            shutil.copytree(inside, database, ignore=shutil.ignore_patterns("LOG", "LOG.old", "LOCK"))


main(sys.argv[1], sys.argv[2], sys.argv[3])
