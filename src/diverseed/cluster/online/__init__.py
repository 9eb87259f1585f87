"""Clustering of a stream by experts (Choromanska & Monteleoni 2012); ``diverseed.online`` has its public names."""
