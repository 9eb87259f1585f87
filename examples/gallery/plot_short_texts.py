"""
Groups of short texts
=====================

Scene headings of a screenplay: near-identical lines, in an unknown number of groups.
"""

import matplotlib.pyplot as plt
import numpy as np

from diverseed import WordSequenceVectorizer
from diverseed.examples import example_path
from diverseed.screenplay import read
from diverseed.texts import cluster_texts

script = read(example_path("quiet-heist"))
headings = [scene.parsed.place for scene in script.scenes]
found = cluster_texts(headings, places=list, random_state=0)  # compared and counted as in the paper
print(f"{found.n} headings, {found.n_distinct} different, {found.n_clusters} groups")

# %%
# The groups
# ----------
# The largest ones, each with the line nearest to its centre and the words its lines share.

for cluster in found.clusters[:8]:
    print(f"{cluster.size:3}  {cluster.representative:40} {' '.join(cluster.shared_words)}")

# %%
# The kernel behind the count
# ---------------------------
# The similarity of any two headings by the word sequences they share, first in the order of the script, then sorted
# by group. Groups are the dark squares on the diagonal. The paper's process on this kernel draws about as many lines
# as there are groups, and its mean is the count.

features = WordSequenceVectorizer().fit_transform(headings)
similarity = (features @ features.T).toarray()
order = np.argsort(found.labels, kind="stable")
figure, axes = plt.subplots(1, 2, figsize=(9, 4.6), layout="constrained")
for ax, rows, title in zip(axes, (np.arange(found.n), order), ("as written", "sorted by group"), strict=True):
    ax.imshow(similarity[np.ix_(rows, rows)], cmap="Blues", vmin=0, vmax=1)
    ax.set(title=title, xticks=[], yticks=[])
plt.show()
size = found.expected_size
print(f"the paper's process draws {size.mean:.1f} lines, give or take {size.deviation:.1f}")
