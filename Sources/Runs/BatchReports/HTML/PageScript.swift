/// The script of the report, which sorts and filters titles and opens the title that a link names.
///
/// The page is complete without it.
enum PageScript {
    /// The JavaScript text, exactly as in the page, since the content security policy has its digest.
    static let text = #"""

        "use strict";
        (() => {
          const by = (id) => document.getElementById(id);
          const list = by("titles"), filter = by("filter"), state = by("state"), sort = by("sort");
          const cells = [...by("heads").children].map((head) => ({
            head, cell: head.dataset.cell, name: head.textContent, isNumber: "number" in head.dataset,
          }));
          let number = 0;
          for (const column of cells) column.place = column.isNumber ? number++ : -1;
          const rows = [...list.children].map((row, place) => ({
            row, place, state: row.dataset.state, numbers: row.dataset.sort.split(" ").map(Number),
          }));

          // Where scripts run, the details of a title are a text until they are needed.
          function unfold(row) {
            const text = row.querySelector("noscript");
            if (text) text.outerHTML = text.textContent;
          }
          if (rows.length <= 300) for (const entry of rows) unfold(entry.row);
          list.addEventListener("click", (event) => {
            const summary = event.target.closest("summary");
            if (summary) unfold(summary.parentElement);
          });
          list.addEventListener("toggle", (event) => unfold(event.target), true);

          // What is looked for in a title is gathered when somebody looks for the first time. Long words, such as key ids, are
          // looked for in the details, too.
          const words = (entry) => entry.words ??= [
            entry.row.firstElementChild, ...entry.row.querySelectorAll(".message"),
          ].map((element) => element.textContent).join("\n").toLowerCase();
          const matches = (entry, wanted) => words(entry).includes(wanted)
            || (wanted.length >= 8 && entry.row.lastElementChild.textContent.includes(wanted));

          function show() {
            const wanted = filter.value.trim().toLowerCase();
            let count = 0;
            for (const entry of rows) {
              const isShown = (state.value === "" || entry.state === state.value)
                && (wanted === "" || matches(entry, wanted));
              if (entry.row.hidden === isShown) entry.row.hidden = !isShown;
              if (isShown) count += 1;
            }
            by("nothing").hidden = count > 0;
            by("shown").textContent = count === rows.length
              ? `${count} title${count === 1 ? "" : "s"}` : `${count} of ${rows.length} titles`;
          }

          function order(column, way) {
            const text = (entry) => entry.row.querySelector(`summary > .${column.cell} > bdi, summary > .${column.cell}`).textContent;
            const values = new Map(column.isNumber ? [] : rows.map((entry) => [entry, text(entry)]));
            const compare = new Intl.Collator(undefined, { numeric: true }).compare;
            rows.sort((one, other) => way * (column.isNumber
              ? one.numbers[column.place] - other.numbers[column.place]
              : compare(values.get(one), values.get(other))) || one.place - other.place);
            list.append(...rows.map((entry) => entry.row));
            for (const other of cells) {
              if (other === column) other.button.dataset.way = way;
              else delete other.button.dataset.way;
              other.button.setAttribute("aria-pressed", String(other === column));
            }
          }

          for (const column of cells) {
            column.button = document.createElement("button");
            column.button.type = "button";
            column.button.textContent = column.name;
            // Large numbers are looked for first, but bad states and the start of the alphabet are.
            const first = column.isNumber && column.cell !== "state" ? -1 : 1;
            column.button.addEventListener("click", () => {
              const way = Number(column.button.dataset.way ?? 0);
              order(column, way === 0 ? first : -way);
            });
            column.head.replaceChildren(column.button);
            sort.append(new Option(column.name, column.cell));
          }
          sort.prepend(new Option("manifest", "", true, true));
          sort.addEventListener("change", () => {
            const column = cells.find((column) => column.cell === sort.value);
            if (column) {
              delete column.button.dataset.way;
              column.button.click();
            } else {
              rows.sort((one, other) => one.place - other.place);
              list.append(...rows.map((entry) => entry.row));
            }
          });

          for (const name of new Set(rows.map((entry) => entry.state))) {
            const badge = rows.find((entry) => entry.state === name).row.querySelector(".badge");
            state.append(new Option(badge.lastChild.textContent.trim(), name));
          }
          let wait = 0;
          filter.addEventListener("input", () => {
            clearTimeout(wait);
            wait = setTimeout(show, rows.length > 500 ? 150 : 0);
          });
          state.addEventListener("change", show);

          function openNamed(id) {
            const row = by(id);
            if (!row || !row.matches("details.title")) return;
            unfold(row);
            row.hidden = false;
            row.open = true;
            row.scrollIntoView();
          }
          document.addEventListener("click", (event) => {
            const link = event.target.closest("a[href^='#t']");
            if (link) openNamed(link.getAttribute("href").slice(1));
          });
          addEventListener("hashchange", () => openNamed(location.hash.slice(1)));
          if (location.hash) openNamed(location.hash.slice(1));
          by("controls").hidden = false;
          show();
        })();

        """#
}
